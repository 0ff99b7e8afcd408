<?php
// New records of every kind that owners have. Each function returns the id.

function pick(array $from)
{
    return $from[mt_rand(0, count($from) - 1)];
}

function new_customer(int $i): int
{
    $customer = new Customer();
    $customer->firstname = pick(['Zoë', 'Jürgen', 'Ana María', 'Ðorđe', 'Li', 'Máire']);
    $customer->lastname = pick(['O’Brien', 'Müller', 'Çelik', 'Nguyễn']);
    $customer->email = "kunde$i-" . Tools::passwdGen(4, 'NUMERIC') . '@shop.example';
    $customer->passwd = md5((string) $i);
    $customer->id_gender = $i % 4;
    $customer->birthday = $i % 3 ? '1980-0' . ($i % 9 + 1) . '-15' : null;
    $customer->newsletter = $i % 2 === 0;
    $customer->newsletter_date_add = $i % 4 === 0 ? '2024-03-02 07:00:00' : null;
    $customer->ip_registration_newsletter = $i % 4 === 0 ? '192.0.2.7' : null;
    $customer->optin = $i % 5 === 0;
    $customer->active = $i % 7 !== 0;
    $customer->is_guest = $i % 6 === 0;
    $customer->company = $i % 8 ? '' : "Firma $i & Söhne";
    $customer->siret = $customer->ape = '';
    $customer->website = $i % 9 ? '' : 'https://shop.example/?a=1&b=2';
    $customer->note = $i % 10 ? '' : 'A note of the shop';
    $customer->add();
    for ($each = $i % 3; $each > 0; $each--) {
        new_address((int) $customer->id, $i + $each);
    }
    return (int) $customer->id;
}

function new_address(int $customer, int $i): int
{
    $country = pick(['DE', 'US', 'GB', 'JP']);
    $address = new Address();
    $address->id_customer = $customer;
    $address->id_country = (int) Country::getByIso($country);
    $states = State::getStatesByIdCountry($address->id_country);
    $address->id_state = $states ? (int) $states[$i % count($states)]['id_state'] : 0;
    $address->alias = "Rig $i";
    $address->firstname = pick(['Zoë', 'Jürgen']);
    $address->lastname = pick(['O’Brien', 'Müller']);
    $address->company = $i % 3 ? '' : "Firma $i & Co";
    $address->address1 = "Straße $i";
    $address->address2 = $i % 4 ? '' : 'Hinterhof';
    $address->city = pick(['Köln', 'São Paulo']);
    $address->postcode = pick(['50667', '10001']);
    $address->phone = $i % 3 ? '+49 221 1234' : '';
    $address->phone_mobile = $i % 2 ? '+49 170 1' : '';
    $address->vat_number = $i % 5 ? '' : 'DE123456789';
    $address->dni = $i % 7 ? '' : '12345678Z';
    $address->other = 'Left at the door';
    $address->add();
    return (int) $address->id;
}

function new_product(int $i, array $categories): int
{
    $html = [
        '', '<p>Plain &amp; simple</p>', '<p>Tom&nbsp;said: <em>"5 &lt; 6"</em></p>', "Line one\nLine two &euro;5", '<ul><li>Ünïcode 漢字</li><li>two</li></ul>',
    ];
    $product = new Product();
    $product->name = in_languages($i % 5 ? ['en' => "Bag \"$i\" & more", 'de' => "Tasche „{$i}“ & mehr"] : "Same $i");
    $product->link_rewrite = in_languages("rig-product-$i");
    $product->description = in_languages(['en' => pick($html), 'de' => pick($html)]);
    $product->description_short = in_languages(['en' => pick($html), 'de' => pick($html)]);
    $product->price = pick([0, 1.005, 9.995, 19.9, 1234.5, 0.01, 99999.99]);
    $product->wholesale_price = 1.5;
    $product->reference = $i % 3 ? "REF-$i" : '';
    $product->ean13 = $i % 4 ? '' : '4006381333931';
    $product->active = $i % 6 !== 0;
    $product->id_manufacturer = $i % 2 ? 1 : 0;
    $product->id_category_default = $categories[$i % count($categories)];
    $product->weight = $i % 5 / 3;
    $product->condition = pick(['new', 'used', 'refurbished']);
    $product->visibility = pick(['both', 'catalog', 'none']);
    $product->online_only = $i % 9 === 0;
    $product->on_sale = $i % 8 === 0;
    $product->add();
    $all = [$product->id_category_default, (int) Configuration::get('PS_HOME_CATEGORY'), $categories[($i + 1) % count($categories)]];
    $product->addToCategories(array_unique($all));
    if ($i % 4 === 0) {
        Tag::addTags((int) Configuration::get('PS_LANG_DEFAULT'), (int) $product->id, ["tag$i", 'Größe']);
    }
    StockAvailable::setQuantity((int) $product->id, 0, $i % 50);
    return (int) $product->id;
}

function new_order(int $i, array $customers, array $products): int
{
    $customer = pick($customers);
    $order = new Order();
    $order->id_customer = $customer;
    $order->id_address_invoice = new_address($customer, $i);
    $order->id_address_delivery = $i % 5 ? $order->id_address_invoice : new_address($customer, $i + 1);
    $order->id_currency = (int) Currency::getIdByIsoCode(pick(['EUR', 'EUR', 'USD', 'GBP', 'JPY', 'KWD']));
    $order->id_lang = (int) Configuration::get('PS_LANG_DEFAULT');
    $order->id_shop = 1;
    $order->id_shop_group = 1;
    $order->id_cart = 1;
    $order->id_carrier = 1;
    $order->secure_key = md5("order$i");
    $order->reference = Order::generateReference();
    $order->payment = 'Überweisung & mehr';
    $order->module = 'ps_wirepayment';
    $order->conversion_rate = 1;
    $order->current_state = 1 + $i % 12;
    $order->valid = $i % 3 === 0;
    $order->invoice_date = $i % 2 ? '2025-03-30 03:30:00' : '0000-00-00 00:00:00';
    $order->delivery_date = '0000-00-00 00:00:00';
    $order->gift = $i % 9 === 0;
    $order->gift_message = $i % 9 ? '' : 'For you';
    $order->total_shipping = $order->total_shipping_tax_incl = pick([0, 5.831, 12.345]);
    $order->total_shipping_tax_excl = round($order->total_shipping / 1.19, 6);
    $lines = array_map(fn () => ['product' => pick($products), 'price' => pick([1.005, 9.995, 19.9, 7]), 'quantity' => mt_rand(1, 4)], range(1, $i % 4 + 1));
    $net = array_sum(array_map(fn ($line) => $line['price'] * $line['quantity'], $lines));
    $isReduced = $i % 4 === 0 && $net > 5;
    $order->total_discounts = $order->total_discounts_tax_incl = $isReduced ? 1.99 : 0;
    $order->total_discounts_tax_excl = $isReduced ? 1.672269 : 0;
    $order->total_products = $net;
    $order->total_products_wt = $net * 1.19;
    $order->total_paid_tax_excl = $net + $order->total_shipping_tax_excl - $order->total_discounts_tax_excl;
    $order->total_paid = $order->total_paid_tax_incl = $net * 1.19 + $order->total_shipping - $order->total_discounts;
    $order->total_paid_real = $i % 2 ? $order->total_paid : 0;
    $order->add();
    foreach ($lines as $line) {
        new_order_line($order, $line);
    }
    if ($i % 10 === 0) {
        new_slip($order, $net);
    }
    return (int) $order->id;
}

function new_order_line(Order $order, array $line): void
{
    $detail = new OrderDetail();
    $detail->id_order = $order->id;
    $detail->id_order_invoice = 0;
    $detail->id_warehouse = 0;
    $detail->id_shop = 1;
    $detail->product_id = $line['product'];
    $detail->product_attribute_id = 0;
    $detail->product_name = "Bag of order {$order->id} & more";
    $detail->product_reference = $line['quantity'] > 2 ? '' : "REF-{$line['product']}";
    $detail->product_quantity = $line['quantity'];
    $detail->product_price = $detail->unit_price_tax_excl = $line['price'];
    $detail->unit_price_tax_incl = $line['price'] * 1.19;
    $detail->total_price_tax_excl = $line['price'] * $line['quantity'];
    $detail->total_price_tax_incl = $detail->total_price_tax_excl * 1.19;
    $detail->tax_computation_method = 0;
    $detail->add();
}

function new_slip(Order $order, float $net): void
{
    $slip = new OrderSlip();
    $slip->id_customer = $order->id_customer;
    $slip->id_order = $order->id;
    $slip->conversion_rate = 1;
    $slip->total_products_tax_excl = round($net / 2, 6);
    $slip->total_products_tax_incl = round($net / 2 * 1.19, 6);
    $slip->total_shipping_tax_excl = 1.5;
    $slip->total_shipping_tax_incl = 1.785;
    $slip->shipping_cost = 1;
    $slip->shipping_cost_amount = 1.785;
    $slip->amount = $slip->total_products_tax_incl;
    $slip->partial = 1;
    $slip->order_slip_type = 0;
    $slip->add();
}
