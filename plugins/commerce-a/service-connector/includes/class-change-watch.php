<?php
/**
 * Which changes the plugin notes.
 *
 * @package ServiceConnector
 */

namespace ServiceConnector;

/**
 * Collects ids during a request. At its end all are logged, and those that WooCommerce has no webhook for are sent, after the response has left.
 */
final class Change_Watch {

	/** Seconds that a finished request waits for the service. */
	const TIMEOUT = 5;

	/** Records of one request that wait for its end. */
	const MAX_COLLECTED = 1000;

	/** What a customer's record shows, of the keys in a user's meta data. */
	const PERSONAL = '/^(first_name|last_name|(billing|shipping)_\w+)$/';

	/**
	 * Of this request, by site: in a network, one request may change several.
	 *
	 * @var Changes[]
	 */
	private static $changes = array();

	/**
	 * Sites on which the user of the key may have lost it.
	 *
	 * @var bool[]
	 */
	private static $owner_changed = array();

	/** Registers the hooks. */
	public static function listen(): void {
		$hooks = array(
			'woocommerce_delete_order'             => array( 'order_deleted', 1 ),
			'deleted_post'                         => array( 'post_deleted', 2 ),
			'woocommerce_order_refunded'           => array( 'order_changed', 1 ),
			'woocommerce_refund_deleted'           => array( 'refund_deleted', 2 ),
			'woocommerce_new_product_variation'    => array( 'variation_changed', 2 ),
			'woocommerce_update_product_variation' => array( 'variation_changed', 2 ),
			'woocommerce_product_set_stock'        => array( 'stock_changed', 1 ),
			'woocommerce_variation_set_stock'      => array( 'stock_changed', 1 ),
			'profile_update'                       => array( 'user_changed', 1 ),
			'added_user_meta'                      => array( 'user_meta_changed', 3 ),
			'updated_user_meta'                    => array( 'user_meta_changed', 3 ),
			'deleted_user_meta'                    => array( 'user_meta_changed', 3 ),
			'set_user_role'                        => array( 'role_set', 3 ),
			'add_user_role'                        => array( 'role_changed', 2 ),
			'remove_user_role'                     => array( 'role_changed', 2 ),
			'deleted_user'                         => array( 'user_deleted', 1 ),
			'remove_user_from_blog'                => array( 'user_deleted', 1 ),
		);
		foreach ( $hooks as $hook => list( $method, $arguments ) ) {
			add_action( $hook, array( self::class, $method ), 10, $arguments );
		}
		add_filter( 'woocommerce_pre_delete_order_refund', array( self::class, 'refund_leaves' ), 10, 2 );
		// Before WooCommerce deletes the user's keys, at priority 10.
		add_action( 'delete_user', array( self::class, 'user_leaves' ), 1 );
	}

	/**
	 * A record that has changed, for the log alone.
	 *
	 * @param string $type `customers`, `orders` or `products`.
	 * @param int    $id   Of a record.
	 */
	public static function log( string $type, $id ): void {
		$changes = self::changes();
		$changes->logged( $type, $id );
		// An import may change any number.
		if ( self::MAX_COLLECTED <= $changes->count_logged() ) {
			self::write( $changes );
		}
	}

	/** @param int $id Of an order. */
	public static function order_deleted( $id ): void {
		self::changes()->deleted( 'orders', $id );
	}

	/** @param int $id Of an order. */
	public static function order_changed( $id ): void {
		self::changes()->changed( 'orders', $id );
	}

	/**
	 * @param int      $id   Of a post that is gone.
	 * @param \WP_Post $post As it was.
	 */
	public static function post_deleted( $id, $post ): void {
		$type = $post instanceof \WP_Post ? $post->post_type : '';
		if ( 'shop_order' === $type ) {
			self::changes()->deleted( 'orders', $id );
		} elseif ( 'product' === $type ) {
			self::changes()->deleted( 'products', $id );
		} elseif ( 'product_variation' === $type ) {
			self::changes()->changed( 'products', $post->post_parent );
		} elseif ( 'shop_order_refund' === $type ) {
			self::order_changed( $post->post_parent );
		}
	}

	/**
	 * @param int $refund_id Ignored.
	 * @param int $order_id  Of its order.
	 */
	public static function refund_deleted( $refund_id, $order_id ): void {
		self::order_changed( $order_id );
	}

	/**
	 * The only hook of a refund that is in WooCommerce's own tables.
	 *
	 * @param mixed            $check  Passed on: whether it may go.
	 * @param \WC_Order_Refund $refund That goes.
	 * @return mixed
	 */
	public static function refund_leaves( $check, $refund ) {
		self::order_changed( $refund->get_parent_id() );
		return $check;
	}

	/**
	 * @param int              $id        Of a variation.
	 * @param \WC_Product|null $variation Itself, since WooCommerce 3.7.
	 */
	public static function variation_changed( $id, $variation = null ): void {
		self::changes()->changed( 'products', is_object( $variation ) ? $variation->get_parent_id() : wp_get_post_parent_id( $id ) );
	}

	/** @param \WC_Product $product Or a variation. */
	public static function stock_changed( $product ): void {
		if ( is_object( $product ) ) {
			self::changes()->changed( 'products', $product->get_parent_id() ? $product->get_parent_id() : $product->get_id() );
		}
	}

	/** @param int $id Of a user: only customers are of interest. */
	public static function user_changed( $id ): void {
		if ( self::is_customer( (int) $id ) ) {
			self::changes()->changed( 'customers', $id );
		}
	}

	/**
	 * @param int|int[] $meta_id Ignored.
	 * @param int       $id      Of a user.
	 * @param string    $key     Of the meta data. Sessions and carts change with every visit.
	 */
	public static function user_meta_changed( $meta_id, $id, $key ): void {
		if ( 1 === preg_match( self::PERSONAL, (string) $key ) ) {
			self::user_changed( $id );
		}
	}

	/**
	 * @param int      $id   Of a user.
	 * @param string   $role Its new role.
	 * @param string[] $old  Its roles before.
	 */
	public static function role_set( $id, $role, $old ): void {
		self::note_owner();
		if ( 'customer' === $role || in_array( 'customer', (array) $old, true ) ) {
			self::changes()->changed( 'customers', $id );
		}
	}

	/**
	 * @param int    $id   Of a user.
	 * @param string $role That it got or lost.
	 */
	public static function role_changed( $id, $role ): void {
		self::role_set( $id, $role, array() );
	}

	/** @param int $id Of a user who is about to be deleted. */
	public static function user_leaves( $id ): void {
		Api_Key::owner_leaves( (int) $id );
	}

	/** @param int $id Of a user who is gone, here or from the network. WooCommerce's webhook says it of customers with that role only. */
	public static function user_deleted( $id ): void {
		self::note_owner();
		self::changes()->deleted( 'customers', $id );
	}

	/** At the end of a request in which something changed. */
	public static function send(): void {
		$sites = array_keys( self::$changes + self::$owner_changed );
		foreach ( $sites as $site_id ) {
			$is_other = get_current_blog_id() !== $site_id;
			// The site itself may have been deleted.
			if ( $is_other && null === get_site( $site_id ) ) {
				continue;
			}
			if ( $is_other ) {
				switch_to_blog( $site_id );
			}
			$changes = isset( self::$changes[ $site_id ] ) ? self::$changes[ $site_id ] : new Changes();
			self::write( $changes );
			self::send_site( $changes->rows(), isset( self::$owner_changed[ $site_id ] ) );
			if ( $is_other ) {
				restore_current_blog();
			}
		}
		self::$changes       = array();
		self::$owner_changed = array();
	}

	/**
	 * In a copy, too: the address may be another one only for a while.
	 *
	 * @param Changes $changes Of the current site.
	 */
	private static function write( Changes $changes ): void {
		$records = $changes->take_logged();
		$link    = array() === $records ? null : Link::get();
		if ( null !== $link && empty( $link['has_ended'] ) ) {
			Change_Log::ensure( $link );
			Change_Log::write( $records );
		} elseif ( array() !== $records && null !== Link::attempt() ) {
			Change_Log::write( $records );
		}
	}

	/**
	 * @param array[] $rows          Of Changes.
	 * @param bool    $owner_changed Whether the key needs a look.
	 */
	private static function send_site( array $rows, bool $owner_changed ): void {
		$link = Link::usable();
		if ( null === $link ) {
			return;
		}
		if ( $owner_changed ) {
			Api_Key::mend( $link );
		}
		if ( array() === $rows ) {
			return;
		}
		Outbox::add( $rows );
		if ( self::end_response() ) {
			Outbox::send( $link, self::TIMEOUT );
		} elseif ( ! wp_next_scheduled( Plugin::WATCH, array( 'outbox' ) ) ) {
			wp_schedule_single_event( time(), Plugin::WATCH, array( 'outbox' ) );
		}
	}

	/** Ends the response, if it can. True: no visitor waits for this process. */
	private static function end_response(): bool {
		if ( wp_doing_cron() || 'cli' === PHP_SAPI ) {
			return true;
		}
		foreach ( array( 'fastcgi_finish_request', 'litespeed_finish_request' ) as $finish ) {
			if ( function_exists( $finish ) ) {
				$finish();
				return true;
			}
		}
		return false;
	}

	/** @param int $id Of a user. */
	public static function is_customer( int $id ): bool {
		$user = get_userdata( $id );
		return false !== $user && in_array( 'customer', (array) $user->roles, true );
	}

	/** Those of this request on this site. */
	private static function changes(): Changes {
		$site_id = get_current_blog_id();
		if ( ! isset( self::$changes[ $site_id ] ) ) {
			self::$changes[ $site_id ] = new Changes();
			self::send_at_end();
		}
		return self::$changes[ $site_id ];
	}

	/** The key of this site needs a look at the end. */
	private static function note_owner(): void {
		self::$owner_changed[ get_current_blog_id() ] = true;
		self::send_at_end();
	}

	/** Last of all that happens at the end of a request. */
	private static function send_at_end(): void {
		if ( ! has_action( 'shutdown', array( self::class, 'send' ) ) ) {
			add_action( 'shutdown', array( self::class, 'send' ), PHP_INT_MAX );
		}
	}
}
