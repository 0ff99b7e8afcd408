<?php
/**
 * Changes that WooCommerce's webhooks tell of, or that no message is needed for.
 *
 * @package ServiceConnector
 */

namespace ServiceConnector;

/**
 * Notes them for the log. Nothing here asks the database about a change of anything else.
 */
final class Logged_Changes {

	/** Method and number of arguments, by hook. */
	const HOOKS = array(
		'woocommerce_new_order'             => array( 'order_saved', 1 ),
		'woocommerce_update_order'          => array( 'order_saved', 1 ),
		'woocommerce_trash_order'           => array( 'order_saved', 1 ),
		'woocommerce_untrash_order'         => array( 'order_saved', 1 ),
		'woocommerce_new_order_item'        => array( 'order_item_saved', 3 ),
		'woocommerce_update_order_item'     => array( 'order_item_saved', 3 ),
		'woocommerce_new_product'           => array( 'product_saved', 1 ),
		'woocommerce_update_product'        => array( 'product_saved', 1 ),
		'woocommerce_updated_product_stock' => array( 'product_saved', 1 ),
		'woocommerce_updated_product_price' => array( 'product_saved', 1 ),
		'woocommerce_updated_product_sales' => array( 'product_saved', 1 ),
		'woocommerce_new_customer'          => array( 'customer_saved', 1 ),
		'woocommerce_update_customer'       => array( 'customer_saved', 1 ),
		'save_post'                         => array( 'post_saved', 2 ),
		'added_post_meta'                   => array( 'post_meta_changed', 3 ),
		'updated_post_meta'                 => array( 'post_meta_changed', 3 ),
		'deleted_post_meta'                 => array( 'post_meta_changed', 3 ),
		'set_object_terms'                  => array( 'terms_set', 4 ),
		'added_user_meta'                   => array( 'user_meta_changed', 3 ),
		'updated_user_meta'                 => array( 'user_meta_changed', 3 ),
	);

	/** What records show, of the keys in a post's meta data. */
	const SHOWN = '/^_((billing|shipping|order|payment|product|tax)_\w+|(regular_|sale_)?price\w*|sku|stock\w*|manage_stock|backorders|virtual'
		. '|downloadable|weight|length|width|height|thumbnail_id|customer_user|date_\w+|transaction_id|wc_(average_rating|review_count))$/';

	/** Registers the hooks. */
	public static function listen(): void {
		foreach ( self::HOOKS as $hook => list( $method, $arguments ) ) {
			add_action( $hook, array( self::class, $method ), 10, $arguments );
		}
	}

	/** @param int $id Of an order. */
	public static function order_saved( $id ): void {
		Change_Watch::log( 'orders', $id );
	}

	/**
	 * @param int   $item_id  Ignored.
	 * @param mixed $item     Ignored.
	 * @param int   $order_id Of its order, if the hook has it.
	 */
	public static function order_item_saved( $item_id, $item, $order_id = 0 ): void {
		Change_Watch::log( 'orders', $order_id );
	}

	/** @param int $id Of a product, or of a variation. */
	public static function product_saved( $id ): void {
		$post = get_post( $id );
		if ( null !== $post ) {
			self::post_saved( $id, $post );
		}
	}

	/** @param int $id Of a user. */
	public static function customer_saved( $id ): void {
		Change_Watch::log( 'customers', $id );
	}

	/**
	 * @param int|int[] $meta_id Ignored.
	 * @param int       $id      Of a user.
	 * @param string    $key     Of the meta data. WooCommerce keeps the date of a customer's latest change there.
	 */
	public static function user_meta_changed( $meta_id, $id, $key ): void {
		if ( 'last_update' === $key && Change_Watch::is_customer( (int) $id ) ) {
			self::customer_saved( $id );
		}
	}

	/**
	 * @param int      $id   Of a post.
	 * @param \WP_Post $post Itself.
	 */
	public static function post_saved( $id, $post ): void {
		$type = $post instanceof \WP_Post ? $post->post_type : '';
		if ( 'product' === $type ) {
			Change_Watch::log( 'products', $id );
		} elseif ( 'product_variation' === $type ) {
			Change_Watch::log( 'products', $post->post_parent );
		} elseif ( 'shop_order' === $type ) {
			Change_Watch::log( 'orders', $id );
		}
	}

	/**
	 * @param int|int[] $meta_id Ignored.
	 * @param int       $id      Of a post.
	 * @param string    $key     Of the meta data. Counters of visits and locks of editors change often.
	 */
	public static function post_meta_changed( $meta_id, $id, $key ): void {
		if ( 1 === preg_match( self::SHOWN, (string) $key ) ) {
			self::product_saved( $id );
		}
	}

	/**
	 * @param int    $id       Of a post.
	 * @param array  $terms    Ignored.
	 * @param array  $ids      Ignored.
	 * @param string $taxonomy Of the terms.
	 */
	public static function terms_set( $id, $terms, $ids, $taxonomy ): void {
		if ( 0 === strpos( (string) $taxonomy, 'product_' ) || 0 === strpos( (string) $taxonomy, 'pa_' ) ) {
			self::product_saved( $id );
		}
	}
}
